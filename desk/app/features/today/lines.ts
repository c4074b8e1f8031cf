/** The lines of Today. */

export interface WaitingLine {
  key: string
  /** When it began to wait; the list is sorted by it. */
  since: string
  kind:
    | 'Enquiry'
    | 'Mail'
    | 'Suspected spam'
    | 'Article'
    | 'Certificate'
    | 'Reservation'
    | 'Quote'
    | 'Bid'
    | 'Export'
  text: string
  /** Secondary text. */
  aside?: string | null
  /** Relative to /desk. */
  to: string
  /** What is due on a day, instead of waiting for longer and longer. */
  isDue?: boolean
  retry?: { what: 'mail' | 'enquiry'; id: string }
}

export interface NewsLine {
  key: string
  text: string
  aside: string
  /** Relative to /desk; `href` is an address of the public site. */
  to?: string
  href?: string
}
