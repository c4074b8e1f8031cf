import { expect, test } from 'vitest'
import type { RefusalReason } from './estimate.ts'
import { refuseByShape } from './refusal.ts'
import { shapeOf } from './shape.ts'

const FORMATS = {
  'prefix 4+2': 13_000,
  'suffix 4+1': 12_000,
  'figures-first 3+1': 3_700,
  'figures-first 1+2': 23,
  'letters-first 3+2': 560,
}

test.each<[registration: string, reason: RefusalReason | null]>([
  ['F1', 'record-class'],
  ['1D', 'record-class'],
  ['S9', 'record-class'],
  ['RR1', 'record-class'],
  ['1RH', 'record-class'],
  ['25O', 'record-class'],
  ['O10', 'record-class'],
  ['VIP1', 'record-class'],
  ['P94AUL', null],
  ['SAM1L', null],
  ['1ABC', 'record-class'],
  ['ABC123', 'record-class'],
  ['ABC123D', 'unlearnt-format'],
  ['A1ABC', 'unlearnt-format'],
  ['1SAM', null],
  ['SAM11', null],
  // 23 sales of two figures and one letter are too few, and the same format with the letter first has 11.
  ['25A', 'unlearnt-format'],
  ['A25', 'unlearnt-format'],
  ['12SAM', 'unlearnt-format'],
  // There is no sale of a current-style or Northern Irish registration.
  ['AB12CDE', 'unlearnt-system'],
  ['EMZ12', 'unlearnt-system'],
  // DVLA auctions do not sell this system.
  ['Q123ABC', 'unlearnt-system'],
  ['MAN1', 'unlearnt-system'],
  ['J12345', 'unlearnt-system'],
  ['', 'unlearnt-system'],
  ['ПРИВЕТ', 'unlearnt-system'],
  ['A'.repeat(5_000), 'unlearnt-system'],
])('the refusal of the registration %.10s by its shape is %s', (registration, reason) => {
  expect(refuseByShape(registration, shapeOf(registration), FORMATS)).toBe(reason)
})
