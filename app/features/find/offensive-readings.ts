// Readings that are not offered. The rule is the DVLA's: it withholds registrations that are "likely to cause offence
// or embarrassment to the general population in this country on the grounds of political, racial and religious
// sensitivities or simply because they are in poor taste" (its answer to the BBC, reported by The Guardian, 25 August
// 2017). Its full list is not published; this short one is our own, of word roots rather than of registrations. A name
// that people bear (Dick, Nazir, Draper) is never refused: roots that occur in names count as whole words only.

import { type Codes, compactOf, lettersIn, readFrom, toCodes } from '#shared/registration/look-alikes.ts'

/** Refused anywhere on a plate. */
const ROOTS = 'FUCK FCUK CUNT NIGGA NIGGER SLUT WHORE BITCH BOLLOCK KKK PAEDO HITLER WANKER'

/** Inoffensive names that contain a root. */
const HARMLESS = new Set(['SCUNTHORPE'])

/** Refused as the whole of a plate, or as all of its letters. */
const WORDS =
  'ARSE BASTARD BNP BOOB BUM CLIT CNT COCK COCKS COON CRAP CUM DRUGS DYKE FAG FAGS FCK FUK IRA JIHAD NAZI NONCE PAKI ' +
  'PEDO PENIS PISS POO POOF PORN PRICK RAPE RAPIST SHAG SHIT SHITE SHITS SHITTY SLAG SPAZ TIT TITS TURD TWAT TWATS ' +
  'WANK WANKS WOG WTF'

interface Root {
  codes: Codes
  letters: number
}

const toRoot = (word: string): Root => {
  const codes = toCodes(word)
  return { codes, letters: lettersIn(codes) }
}
const ROOT_CODES = ROOTS.split(' ').map(toRoot)
const WORD_CODES = WORDS.split(' ').map(toRoot)

/** 'FU11 CKS' and '5 LUT' are; 'DICK 1', 'ESSEX' and 'SHITAL' are not. Accepts names and registrations. */
export function isOffensive(text: string): boolean {
  const compact = compactOf(text)
  if (HARMLESS.has(compact)) return false
  // Skipping figures within, as in FU24 CKS, and at either end, as in ARSE 1.
  const readings = [...new Set([compact, compact.replace(/\d/g, ''), compact.replace(/^\d+|\d+$/g, '')])]
  return readings.some((reading) => {
    const codes = toCodes(reading)
    const letters = lettersIn(codes)
    const isPossible = (root: Root) => (letters & root.letters) === root.letters
    return (
      ROOT_CODES.some((root) => isPossible(root) && isReadIn(codes, root.codes)) ||
      WORD_CODES.some((word) => isPossible(word) && isWhole(codes, word.codes))
    )
  })
}

function isReadIn(plate: Codes, root: Codes): boolean {
  for (let start = 0; start < plate.length; start++) if (readFrom(plate, start, root, false)) return true
  return false
}

const isWhole = (plate: Codes, word: Codes): boolean => readFrom(plate, 0, word, false)?.end === plate.length
