/** The format of the tables: ISO 8601 in UTC, without trailing zeros. */
export const formatTimestamp = (at: Date) =>
  `${at
    .toISOString()
    .slice(0, -1)
    .replace(/\.?0+$/, '')}+00:00`
