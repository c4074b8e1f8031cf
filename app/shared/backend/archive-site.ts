const ARCHIVE_HOSTS =
  /(^|\.)(archive\.(org|ph|today|is|li|md|vn|fo)|archive-it\.org|arquivo\.pt|webarchive\.org\.uk|webcache\.googleusercontent\.com)$/

/** True for web.archive.org/web/20250913000000/… and archive.example.co.uk, not for www.example.co.uk/info/archive. */
export function isArchiveSite({ hostname, pathname }: { hostname: string; pathname: string }): boolean {
  const host = hostname.toLowerCase()
  return ARCHIVE_HOSTS.test(host) || host.startsWith('archive.') || /^\/web\/\d{4,14}[a-z_]*\//.test(pathname)
}

/** '/web/20250913000000/http://www.example.co.uk' of a page below it; '' on any other site. */
export function archivePrefix(pathname: string): string {
  const [, stamp, scheme = '', host] =
    /^(\/web\/\d{4,14}[a-z_]*\/)(?:(https?:)\/+)?([^/]+\.[^/]+|localhost(?::\d+)?)(?=\/|$)/.exec(pathname) ??
    []
  return stamp === undefined ? '' : `${stamp}${scheme && `${scheme}//`}${host}`
}
