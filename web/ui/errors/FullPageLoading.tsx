export function FullPageLoading() {
  return (
    <div className="whole after-200" role="status">
      <span className="row soft">
        <i className="spin" />
        Loading...
      </span>
    </div>
  )
}
