import type { Choice } from './picker.tsx'

export interface PageChoice extends Choice {
  path: string
  /** The default text of a link. */
  text: string
}

export interface PlateChoice extends Choice {
  registration: string
  isOurs: boolean
}

interface Choices {
  page: PageChoice
  plate: PlateChoice
}

/** @throws if the desk cannot be reached */
export async function findChoices<Kind extends keyof Choices>(
  kind: Kind,
  search: string,
): Promise<Choices[Kind][]> {
  const response = await fetch(`/desk/articles/find?${new URLSearchParams({ kind, q: search })}`)
  if (!response.ok) throw new Error(`The desk answered ${response.status}.`)
  return response.json()
}
