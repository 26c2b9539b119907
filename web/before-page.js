// Inlined into index.html and run before anything else is fetched: it applies the chosen theme before the first paint, and
// requests the first screen's data while the page's code is loading. web/client/first-answers.ts takes the answers.
;(() => {
  try {
    const theme = localStorage.getItem('rfd.theme')
    if (theme === 'light' || theme === 'dark') document.documentElement.dataset.theme = theme

    const token = localStorage.getItem('rfd.token')
    const user = localStorage.getItem('rfd.user')
    // Filled in by the build: the files of the two screens that people open first.
    const files = __SCREEN_FILES__[location.pathname === '/' ? '/dashboard' : location.pathname]
    if (!token || !user || !files) return
    for (const file of files) {
      const link = document.createElement('link')
      link.href = file
      if (file.endsWith('.css')) Object.assign(link, { rel: 'preload', as: 'style' })
      else link.rel = 'modulepreload'
      link.crossOrigin = ''
      document.head.append(link)
    }
    // Only the page can build the address of a filtered list.
    if (location.search) return
    const paths = ['/api/requests?limit=10']
    if (location.pathname !== '/requests' && JSON.parse(user).permissions.includes('dashboard.view'))
      paths.push('/api/dashboard/stats')
    const headers = { authorization: `Bearer ${token}` }
    const answers = paths.map((path) => [path, fetch(path, { headers, credentials: 'include' })])
    for (const [, answer] of answers) answer.catch(() => {})
    window.rfdFirstAnswers = { token, answers: new Map(answers) }
  } catch {
    // Storage is disabled or holds something else: the page starts without this.
  }
})()
