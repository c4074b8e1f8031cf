import { expect, test } from 'vitest'
import { withoutQuotedPart } from './quoted-part.ts'

const SENT = 'On Mon, 23 Nov 2026 at 10:14, Plateworthy <hello@plates.example> wrote:'
const LONG = 'On Mon, 23 Nov 2026 at 10:14, Plateworthy Personal Registrations\n<hello@plates.example> wrote:'

test.each([
  [`Yes please.\nAnn\n\n${SENT}\n\n> Dear Ann,\n>\n>> Is it for sale?\n`, 'Yes please.\nAnn'],
  [`Yes please.\n\n${LONG}\n> Dear Ann,`, 'Yes please.'],
  [
    `On Monday you wrote:\nthat it is £900. I take it.\n\n${SENT}\n> Dear Ann,`,
    'On Monday you wrote:\nthat it is £900. I take it.',
  ],
])('the quoted part of a pasted reply is left out: %j', (text, own) =>
  expect(withoutQuotedPart(text)).toBe(own),
)

test.each([
  ['words below the quotation', `See below.\n\n${SENT}\n> £900?\nYes, that is fine.`],
  ['no mark before the quotation', `Yes.\n\n${SENT}\nDear Ann, it is £900.`],
  ['nothing of its own', `\n${SENT}\n> £900?`],
  ['nothing after the line', `Yes.\n\n${SENT}`],
  ['no such line', 'Yes.\n\n> £900?'],
])('a pasted reply with %s is kept whole', (_, text) => expect(withoutQuotedPart(text)).toBe(text))
