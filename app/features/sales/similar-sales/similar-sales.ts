import type { DocumentedSale } from '../sale.ts'

/** How a sold registration is like another. */
export type SimilarReason = 'same-letters' | 'same-number' | 'near-letters' | 'reads-alike'

export interface SimilarSale {
  sale: DocumentedSale
  reason: SimilarReason
  /** From 0 to 1, the strongest first. */
  weight: number
}

/** Why a sale stands beside a registration, for a visitor: 'the same letters, SAM'. */
export function describeReason({ reason }: SimilarSale, registration: string): string {
  switch (reason) {
    case 'same-letters':
      return `the same letters, ${registration.replace(/[^A-Z]/g, '')}`
    case 'same-number':
      return `the same number, ${registration.replace(/\D/g, '')}`
    case 'near-letters':
      return 'the same shape with near letters'
    case 'reads-alike':
      return 'reads alike'
  }
}
