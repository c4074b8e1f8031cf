/** Whether routes can decode the path; React Router writes one that it cannot decode to the console. */
export function isDecodable(path: string): boolean {
  try {
    return !decodeURIComponent(path).includes('\0')
  } catch {
    return false
  }
}
