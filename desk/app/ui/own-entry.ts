/** The entry of a table under a key that came with a request; the table's own alone, so that 'toString' has none. */
export const ownEntry = <Value>(
  table: Readonly<Record<string, Value>>,
  key: string | null,
): Value | undefined => (key !== null && Object.hasOwn(table, key) ? table[key] : undefined)
