/** The person who makes a change, for the audit trail. */
export interface Actor {
  /** The name of the person at the desk, or the operating system user for commands. */
  person: string
  via: 'desk' | 'office' | 'site'
}

/** What the site does by itself. */
export const THE_SITE: Actor = { person: 'the site', via: 'site' }

/** The action in the trail: 'desk: sell' at the desk; a command uses its own name, 'plates import'. */
export const commandOf = ({ via }: Actor, action: string): string =>
  via === 'office' ? action : `${via}: ${action}`

/** Splits an action: 'desk: sell' was done at the desk, and its name is 'sell'. */
export function parseCommand(command: string): { via: Actor['via']; action: string } {
  const [, via, action] = /^(desk|site): (.+)$/s.exec(command) ?? []
  return via && action ? { via: via as Actor['via'], action } : { via: 'office', action: command }
}
