/** The product's logo. Decorative: its name is shown beside it. */
export function Shield() {
  return (
    <span className="mark">
      <svg viewBox="0 0 32 32" width="32" height="32" aria-hidden="true">
        <path
          d="M16 2.500 4.500 6.800v8.700c0 7 4.700 11.800 11.500 14 6.800-2.200 11.500-7 11.500-14V6.800z"
          fill="#1570bb"
        />
        <path d="M16 2.500 4.500 6.800v8.700c0 7 4.700 11.800 11.500 14z" fill="#2b8fe0" />
        <path
          d="M10.500 16.200l4 4 7.500-8"
          fill="none"
          stroke="#fff"
          strokeWidth="2.500"
          strokeLinecap="round"
          strokeLinejoin="round"
        />
      </svg>
    </span>
  )
}
