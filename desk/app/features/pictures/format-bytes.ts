/** 812 → '1 kB'   283,911 → '284 kB'   1,480,000 → '1.5 MB' */
export function formatBytes(bytes: number): string {
  const kilobytes = Math.max(1, Math.round(bytes / 1_000))
  return kilobytes < 1_000 ? `${kilobytes} kB` : `${(bytes / 1e6).toFixed(1)} MB`
}
