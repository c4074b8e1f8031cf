/** Who makes a change, for the audit trail. */
export interface Actor {
  /** The name of the person at the desk, or the user of the operating system in the office. */
  person: string
  via: 'desk' | 'office' | 'site'
}

/** As the trail holds it: 'desk: sell'; a command of the office is its own name, 'plates sold'. */
export const commandOf = ({ via }: Actor, action: string): string =>
  via === 'office' ? action : `${via}: ${action}`

/** 'desk: sell' was done at the desk, and the action is 'sell'. */
export function parseCommand(command: string): { via: Actor['via']; action: string } {
  const [, via, action] = /^(desk|site): (.+)$/s.exec(command) ?? []
  return via && action ? { via: via as Actor['via'], action } : { via: 'office', action: command }
}
