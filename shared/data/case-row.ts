/** A row as the services name it: { sold_on } → { soldOn }; plate_number is the registration. */
export const camelCaseRow = (row: object): Record<string, unknown> =>
  renamed(row, (column) =>
    column === 'plate_number'
      ? 'registration'
      : column.replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase()),
  )

/** The reverse: { soldOn } → { sold_on } */
export const snakeCaseRow = (values: object): Record<string, unknown> =>
  renamed(values, (name) =>
    name === 'registration' ? 'plate_number' : name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`),
  )

const renamed = (values: object, rename: (name: string) => string) =>
  Object.fromEntries(Object.entries(values).map(([name, value]) => [rename(name), value]))
