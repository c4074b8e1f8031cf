import { expect, test } from 'vitest'
import { withoutQuotedPart } from './quoted-part.ts'

const OURS = ['hello@plates.example', 'Plateworthy']
const own = (text: string) => withoutQuotedPart(text, OURS)

const SENT = 'On Mon, 23 Nov 2026 at 10:14, Plateworthy <hello@plates.example> wrote:'
const LONG = 'On Mon, 23 Nov 2026 at 10:14, Plateworthy Personal Registrations\n<hello@plates.example> wrote:'
const LONGEST = 'On Mon, 23 Nov 2026 at 10:14, Plateworthy\n<hello@plates.example>\nwrote:'
const HEADERS =
  'From: Plateworthy <hello@plates.example>\nSent: 23 November 2026 10:14\nTo: Ann <ann@visitor.example>\nSubject: Your quote'
const QUOTE = 'Dear Ann,\n\nOur quote is £900.\n'
const MARKED = '> Dear Ann,\n> \n> Our quote is £900.\n'

test.each<[string, string, string]>([
  ['Gmail', `Yes please.\nAnn\n\n${SENT}\n\n> Dear Ann,\n>\n>> Is it for sale?\n`, 'Yes please.\nAnn'],
  ['Gmail, on two lines', `Yes please.\n\n${LONG}\n> Dear Ann,`, 'Yes please.'],
  ['Gmail, on three lines', `Yes please.\n\n${LONGEST}\n\n${MARKED}`, 'Yes please.'],
  ['Gmail, copied from the screen', `Yes please.\n\n${SENT}\n\n${QUOTE}`, 'Yes please.'],
  [
    'Gmail on Android',
    `Yes please.\n\nOn Mon, 23 Nov 2026, 10:14 Plateworthy, <hello@plates.example> wrote:\n\n${MARKED}`,
    'Yes please.',
  ],
  [
    'Gmail on Android, copied from the screen',
    `Yes please.\n\nOn Mon, 23 Nov 2026, 10:14 am Plateworthy, <hello@plates.example> wrote:\n${QUOTE}`,
    'Yes please.',
  ],
  [
    'an iPhone',
    `Yes 5\n\nSent from my iPhone\n\n> On 23 Nov 2026, at 10:14, Plateworthy <hello@plates.example> wrote:\n> \n${MARKED}`,
    'Yes 5\n\nSent from my iPhone',
  ],
  [
    'an iPhone, on two lines',
    `Yes 5\n\nSent from my iPhone\n\n> On 23 Nov 2026, at 10:14, Plateworthy\n> <hello@plates.example> wrote:\n> \n${MARKED}`,
    'Yes 5\n\nSent from my iPhone',
  ],
  [
    'an iPhone, copied from the screen',
    `Yes 5\n\nSent from my iPhone\n\nOn 23 Nov 2026, at 10:14, Plateworthy <hello@plates.example> wrote:\n\n${QUOTE}`,
    'Yes 5\n\nSent from my iPhone',
  ],
  ['Outlook', `Yes please.\n\n${HEADERS}\n\n${QUOTE}`, 'Yes please.'],
  [
    'Outlook on the web',
    `Yes please.\n________________________________\n${HEADERS}\n\n${QUOTE}`,
    'Yes please.',
  ],
  [
    'Outlook on a telephone',
    `Yes please.\n\nGet Outlook for iOS\n________________________________\nFrom: Plateworthy <hello@plates.example>\nSent: Monday, November 23, 2026 10:14:05 AM\nTo: ann@visitor.example <ann@visitor.example>\nSubject: Your quote \n \n${QUOTE}`,
    'Yes please.\n\nGet Outlook for iOS',
  ],
  [
    'Outlook for Mac',
    `Yes please.\n\nFrom: Plateworthy <hello@plates.example>\nDate: Monday, 23 November 2026 at 10:14\nTo: Ann <ann@visitor.example>\nSubject: Your quote\n\n${QUOTE}`,
    'Yes please.',
  ],
  [
    'Outlook with bold headers',
    `Yes please.\n\n*From:* Plateworthy <hello@plates.example>\n*Sent:* 23 November 2026 10:14\n*To:* Ann\n*Subject:* Your quote\n\n${QUOTE}`,
    'Yes please.',
  ],
  ['an old Outlook', `Yes please.\n\n-----Original Message-----\n${HEADERS}\n\n${QUOTE}`, 'Yes please.'],
  [
    'a Samsung',
    `Yes please.\n\nSent from my Galaxy\n\n-------- Original message --------\nFrom: Plateworthy <hello@plates.example> \nDate: 23/11/2026  10:14  (GMT+00:00) \nTo: ann@visitor.example \nSubject: Your quote \n\n${QUOTE}`,
    'Yes please.\n\nSent from my Galaxy',
  ],
  [
    'Yahoo',
    `Yes please.\n\n    On Monday, 23 November 2026 at 10:14:05 GMT, Plateworthy <hello@plates.example> wrote:  \n \n ${QUOTE}`.replace(
      '\n    On',
      '\nOn',
    ),
    'Yes please.',
  ],
  [
    'Proton',
    `Yes please.\n\nOn Monday, November 23rd, 2026 at 10:14 AM, Plateworthy <hello@plates.example> wrote:\n\n${MARKED}`,
    'Yes please.',
  ],
  ['Thunderbird', `Yes please.\n\nOn 23/11/2026 10:14, Plateworthy wrote:\n${MARKED}`, 'Yes please.'],
  [
    'a program that quotes another',
    `Yes please.\n\n${HEADERS}\n\n${QUOTE}\nOn Sun, 22 Nov 2026 at 9:00, Ann wrote:\n> Is it for sale?\n`,
    'Yes please.',
  ],
  [
    'a person who writes “On Monday you wrote:”',
    `On Monday you wrote:\nthat it is £900. I take it.\n\n${SENT}\n> Dear Ann,`,
    'On Monday you wrote:\nthat it is £900. I take it.',
  ],
])('the quoted part of a pasted reply from %s is left out', (_, text, expected) =>
  expect(own(text)).toBe(expected),
)

test.each([
  ['words below the quotation', `See below.\n\n${SENT}\n> £900?\nYes, that is fine.`],
  [
    'answers between the lines of the quotation',
    `My answers below.\n\n${SENT}\nDear Ann, is it for you? Yes.`,
  ],
  ['answers in red below headers', `I have replied in red.\n\n${HEADERS}\n\n${QUOTE}Yes, that is fine.`],
  ['a person’s own “wrote”', 'Hello,\n\nOn 23 November 2026 Plateworthy wrote:\nthat it is £900. I take it.'],
  [
    'another sender in the line',
    `Yes.\n\n${SENT.replace(/Plateworthy <.*>/, 'Bob <bob@b.example>')}\nIt is £900.`,
  ],
  [
    'another sender in the headers',
    `Yes.\n\n${HEADERS.replace(/Plateworthy <.*>/, 'Bob <bob@b.example>')}\n\n${QUOTE}`,
  ],
  ['headers without a date', 'Yes.\n\nFrom: Plateworthy\nTo: me\nSubject: x\n\nIs that you?'],
  ['nothing of its own', `\n${SENT}\n> £900?`],
  ['nothing of its own above headers', `\n${HEADERS}\n\n${QUOTE}`],
  ['nothing after the line', `Yes.\n\n${SENT}`],
  ['no such line', 'Yes.\n\n> £900?'],
  [
    'words like those of a header',
    'From: the car I have\nTo: the new one\nDate: any day\n\nIs that possible?',
  ],
])('a pasted reply with %s is kept whole', (_, text) => expect(own(text)).toBe(text))
