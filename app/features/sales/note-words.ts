// Converts the notes of recorded sales to readable sentences. A note is kept as its researcher wrote it: short pieces
// between semicolons, some of them calculations such as '400000x1.08x1.20+80=518,480'. Pages show the sentences,
// exports the note.

import { formatGbp } from '../../shared/money.ts'
import { DOCUMENTED_REGIMES } from './fee-regimes.ts'
import { explainPrice } from './fees.ts'
import type { SaleRecord } from './sale.ts'

/**
 * The sentences for each piece of the note: 'Celtic Manor; round bid figure' → 'Sold at Celtic Manor.', 'The figure is
 * a winning bid, a round sum.' A calculation without a rule gives none.
 */
export function describeNote(sale: SaleRecord): string[] {
  const pieces = sale.note?.split(/;\s+/) ?? []
  return [...new Set(pieces.flatMap((piece) => describePiece(piece.trim(), sale) ?? []))]
}

/** The sentence for a piece; null if there is none. Functions get the groups of the pattern. */
type Words = string | null | ((found: string[], sale: SaleRecord) => string | null)

function describePiece(piece: string, sale: SaleRecord): string | null {
  for (const [pattern, words] of RULES) {
    const found = pattern.exec(piece)
    if (!found) continue
    return typeof words === 'function' ? words(found.slice(1), sale) : words
  }
  return piece === '' || isSum(piece)
    ? null
    : `${piece.charAt(0).toUpperCase()}${piece.slice(1)}${/[.!?]$/.test(piece) ? '' : '.'}`
}

/** '400000x1.08', '= 518,480': a calculation, or a part of one. */
export const isSum = (piece: string) => /[=×*]|\d\s*[x+]\s*\d/.test(piece)

/** '518,480' → '£518,480'; '15', 'k' → '£15,000' */
function pounds(figure = '', unit = ''): string {
  const number = Number(figure.replaceAll(',', ''))
  return formatGbp(number * (unit === 'k' ? 1_000 : unit === 'm' ? 1_000_000 : 1))
}
const number = (figure = '') => Number(figure.replaceAll(',', ''))
/** '1.075' → '7.5%' */
const rise = (factor: string) => `${Math.round((Number(factor) - 1) * 1000) / 10}%`
const isAbout = (one: number, other: number) => Math.abs(one - other) < 1

/** The first match decides. A calculation is only described if its result is right. */
const RULES: readonly [RegExp, Words][] = [
  // Calculations, which the page itself shows if the fees are known.
  [
    /^([\d,]+)x([\d.]+)x([\d.]+)\+(\d+)=([\d,]+)$/,
    ([hammer = '', premium = '', vat = '', fee = '', total = ''], sale) =>
      explainPrice(sale, DOCUMENTED_REGIMES).breakdown ||
      !isAbout(number(hammer) * Number(premium) * Number(vat) + number(fee), number(total))
        ? null
        : `With a buyer’s premium of ${rise(premium)}, VAT of ${rise(vat)} on both and the ${pounds(fee)} fee, a hammer price of ${pounds(hammer)} comes to ${pounds(total)}.`,
  ],
  [
    /^not reported: a hammer of ([\d,]+) would fit: \(([\d,]+)-(\d+)\)\/\(?([\d.]+)(?:x([\d.]+))?\)?=/,
    ([hammer, total, fee, first, second = '1']) =>
      isAbout(number(hammer) * Number(first) * Number(second) + number(fee), number(total))
        ? `The hammer price was not reported; ${pounds(hammer)} would fit the total.`
        : null,
  ],
  [
    /^consistent with ([\d,]+) \+ ([\d.]+%) premium, before VAT$/,
    ([hammer, premium]) =>
      `The figure fits a hammer price of ${pounds(hammer)} with a premium of ${premium}, before VAT.`,
  ],
  [
    /^([\d,]+) = ([\d,]+) \+ ([\d.]+%) Christies premium$/,
    ([total, hammer, premium]) =>
      `${pounds(total)} would be ${pounds(hammer)} with Christie’s premium of ${premium}.`,
  ],
  [
    /^([\d,]+) plus ([\d.]+%) VAT = ([\d,]+) \(both figures in motor1\.com\)$/,
    ([hammer, vat, total]) =>
      `Motor1 gives both figures: ${pounds(hammer)}, and ${pounds(total)} with VAT at ${vat}.`,
  ],
  [
    /^equals 112,000 \+ 15% and also 115,000 \+ 12% /,
    'The price fits £112,000 with a premium of 15%, and also £115,000 with 12%, which is 10% and VAT as in Silverstone’s terms of 2022. It probably includes the premium, but the hammer price is not settled.',
  ],
  [
    /^year worked out: absent from the DVLA top ten of end Jan 2009, and the commissioned figure ([\d,]+) = /,
    ([total]) =>
      `The year is worked out, not reported: the sale is missing from the DVLA’s ten dearest at the end of January 2009, and a total of ${pounds(total)} fits only with VAT at 15%, a rate that ended on 31 December 2009.`,
  ],
  [
    /^([\d,]+) itself not seen in a retrieved page$/,
    ([total]) => `We have not seen the figure of ${pounds(total)} in print.`,
  ],
  [/^the hammer price is worked back: /, null], // the page shows it
  [/^hammer [\d,]+$/, null], // the page shows it above

  // The auction
  [/^DVLA auction ([^\s,]+), lot ([^\s,;]+)$/, ([auction, lot]) => `Lot ${lot} of DVLA auction ${auction}.`],
  [/^results list read in the copy at github\.com/, 'We read the results list in a public copy.'],
  [/^Whittlebury Hall 29 Jan 2009$/, 'Sold at Whittlebury Hall on 29 January 2009.'],
  [/^(Goodwood (?:Festival of Speed|Revival))$/, ([event]) => `Sold at the ${event}.`],
  [/^hotel near Barnsley$/, 'Sold at a hotel near Barnsley.'],
  [/^sale at Chesterfield$/, 'Sold at Chesterfield.'],
  [/^near Cardiff, 30th anniversary sale$/, 'Sold near Cardiff, at the 30th anniversary sale.'],
  [
    /^(Williams F1 headquarters|Cheltenham Chase Hotel|Cambridge Belfry Hotel)$/,
    ([place]) => `Sold at the ${place}.`,
  ],
  [/^Mercedes-Benz World Surrey$/, 'Sold at Mercedes-Benz World, Surrey.'],
  [/^City Hall London$/, 'Sold at City Hall, London.'],
  [
    /^(Celtic Manor(?:, Newport)?|Mercedes-Benz World|Whittlebury Hall|Cheltenham)$/,
    ([place]) => `Sold at ${place}.`,
  ],
  [/^final 2016 live auction, (.+)$/, ([place]) => `Sold at the last live auction of 2016, at ${place}.`],
  [/^first DVLA sale, at Christies$/, 'Sold at the first DVLA auction, at Christie’s.'],
  [
    /^Silverstone Classic live online sale, 1 August 2020, lot (\d+)$/,
    ([lot]) => `Lot ${lot} of the Silverstone Classic live online sale on 1 August 2020.`,
  ],
  [/^online auction of the (estate of .+)$/, ([estate]) => `Sold at an online auction of the ${estate}.`],
  [/^(\w+ \w+) estate$/, ([person]) => `From the estate of ${person}.`],
  [
    /^16-series opening day, figures released by DVLA to the Press Association$/,
    'Sold on the opening day of the 16 series. The DVLA gave the figures to the Press Association.',
  ],
  [/^fixed price, so no auction fees$/, 'The price was fixed, so there were no auction fees.'],
  [/^first one sold$/, 'It was the first one sold.'],
  [
    /^auction or fixed price not stated$/,
    'The source does not say whether it was sold at auction or at a fixed price.',
  ],
  [
    /^estimate (\d+)-(\d+)(k)$/,
    ([low, high, unit]) => `The estimate was ${pounds(low, unit)} to ${pounds(high, unit)}.`,
  ],
  [
    /^was listed by Regtransfers at 1m asking in Sept 2012 \(AOL\)$/,
    'Regtransfers was asking £1,000,000 for it in September 2012, according to AOL.',
  ],
  [/^then DVLA record$/, 'It was the DVLA’s record at the time.'],
  [/^hammer price, then record$/, 'The figure is a hammer price, and was the record at the time.'],
  [/^sold at reserve after sale$/, 'Sold at its reserve after the auction.'],
  [/^sold for North Yorkshire Police$/, 'Sold on behalf of North Yorkshire Police.'],
  [
    /^Northern Ireland licensing agency \(DVLNI\) sale$/,
    'Sold by the licensing agency of Northern Ireland (DVLNI).',
  ],
  [
    /^highest it had made by the time of the article /,
    'It was the highest price that the agency had made when the article appeared, in about July or August 1996. Its sales began that year.',
  ],

  // Buyers and sellers
  [
    /^buyer ([A-Z].+) quoted ([\d,]+)$/,
    ([buyer, price]) => `The buyer, ${buyer}, put the price at ${pounds(price)}.`,
  ],
  [/^buyer ([A-Z].+)$/, ([buyer]) => `Bought by ${buyer}.`],
  [/^bought by a Runcorn Liverpool fan$/, 'Bought by a Liverpool fan from Runcorn.'],
  [/^bought after England v Germany 5-1$/, 'Bought after England beat Germany 5–1.'],
  [
    /^bought on the DVLA website by a Chesterfield man, later recalled then allowed$/,
    'Bought on the DVLA’s website by a man from Chesterfield. It was later recalled, and then allowed.',
  ],
  [/^seller not named there$/, 'It does not name the seller.'],
  [/^seller not named(?: in the piece)?$/, 'The source does not name the seller.'],
  [
    /^CarReg named as seller in an earlier Argus piece$/,
    'An earlier article in The Argus names CarReg as the seller.',
  ],

  // What the figure is
  [/^the report gives the total only$/, 'The report gives only the total.'],
  [/^incl buyers premium$/, 'The price includes the buyer’s premium.'],
  [/^BBC: incl buyers premium$/, 'According to the BBC, the price includes the buyer’s premium.'],
  [
    /^Bonhams figures in the piece are incl premium$/,
    'The Bonhams prices in the article include the premium.',
  ],
  [/^round(?:ed in the source|ed)$/, 'The source rounds the figure.'],
  [/^rounded figure in DVLA top-ten list$/, 'The figure is from a DVLA list of its ten dearest.'],
  [/^dealer recollection, rounded$/, 'The figure is a dealer’s recollection, rounded.'],
  [/^round figure reads as hammer$/, 'The source gives a round figure, which reads as a hammer price.'],
  [/^round (?:winning bid|bid figure)$/, 'The figure is the winning bid, a round sum.'],
  [
    /^bid ([\d,]+), ([\d,]+) with buyers fees \(rounded\)$/,
    ([bid, total]) => `The bid was ${pounds(bid)}, or ${pounds(total)} with the buyer’s fees, rounded.`,
  ],
  [/^fee breakdown in source$/, 'The source sets out the fees.'],
  [
    /^source says nearly GBP ([\d,]+) with fees and VAT \(([\d.]+%) premium gives ([\d,]+)\)$/,
    ([total, premium, computed]) =>
      `The source says nearly ${pounds(total)} with fees and VAT. With a premium of ${premium} it comes to ${pounds(computed)}.`,
  ],
  [
    /^VAT and transfer fee position not stated$/,
    'The source does not say whether VAT and the transfer fee are included.',
  ],
  [/^whether fees are in is not stated$/, 'The source does not say whether fees are included.'],
  [
    /^auctioneer's own result page, which does not say whether the premium is in$/,
    'The figure is from the auctioneer’s own results, which do not say whether the premium is included.',
  ],
  [
    /^York Press says the force received ([\d,]+) net, so ([\d,]+) probably includes fees and VAT$/,
    ([net, price]) =>
      `The York Press says that the force received ${pounds(net)} net, so ${pounds(price)} probably includes fees and VAT.`,
  ],

  // Where it was published
  [/^sold figure from the Telegraph$/, 'The price is from The Telegraph.'],
  [
    /^total ([\d,]+) quoted by (\S+)$/,
    ([total, site]) => `The total of ${pounds(total)} is quoted by ${site}.`,
  ],
  [/^hammer [\d,]+ per (.+) headline$/, ([paper]) => `The hammer price is from a headline in the ${paper}.`],
  [/^motor1\.com prints ([\d,]+)$/, ([price]) => `Motor1 gives ${pounds(price)}.`],
  [
    /^lists elsewhere give ([\d,]+) \(incl VAT on premium\)$/,
    ([price]) => `Lists elsewhere give ${pounds(price)}, with VAT on the premium.`,
  ],
  [/^DVLA football-plate league table$/, 'The price is from a DVLA league table of football plates.'],
  [/^same figure in 2007 wire reports$/, 'Agency reports of 2007 give the same figure.'],
  [
    /^sold Friday 26 October 2007 \(uproxx\.com report of 27 Oct 2007, ([\d,]+)\)$/,
    ([price]) =>
      `Sold on Friday 26 October 2007, according to Uproxx of the next day, which gives ${pounds(price)} too.`,
  ],
  [/^month from BBC Magazine quote$/, 'The month is from a quotation in BBC Magazine.'],
  [/^month from article date$/, 'The month is that of the article.'],
  [
    /^blog of 26 Nov 2016 says the week before$/,
    'A blog of 26 November 2016 says that it was sold the week before.',
  ],
  [
    /^Guardian of 22 May 2015 says sold the week before for ([\d,]+)$/,
    ([price]) => `The Guardian of 22 May 2015 says that it was sold the week before for ${pounds(price)}.`,
  ],
  [/^a blog gives May 2015 and ([\d,]+)$/, ([price]) => `A blog gives May 2015 and ${pounds(price)}.`],
  [/^blog repeats Motor1$/, 'The source is a blog that repeats Motor1.'],
  [/^RAC piece rounds to ([\d,]+)$/, ([price]) => `An RAC article rounds the price to ${pounds(price)}.`],
  [
    /^DVLA top-ten list gives ([\d,]+) all-in incl VAT \(another dealer page ([\d,]+)\)$/,
    ([price, other]) =>
      `The DVLA’s list of its ten dearest gives ${pounds(price)} with all fees and VAT, a dealer’s page ${pounds(other)}.`,
  ],
  [
    /^DVLA top-ten list gives ([\d,]+) all-in \(rounded\)$/,
    ([price]) => `The DVLA’s list of its ten dearest gives ${pounds(price)} with all fees, rounded.`,
  ],
  [
    /^Independent 1993 gives ([\d,]+) \(=hammer\+10%\) but prints the mark as A1$/,
    ([price]) =>
      `In 1993 The Independent gave ${pounds(price)}, which is the hammer price with the premium of 10%, but printed the registration as A1.`,
  ],
  [/^auctioneer post of 22 March 2018$/, 'The figures are from the auctioneer’s post of 22 March 2018.'],
  [/^taxi-point\.co\.uk says 2019, month not settled$/, 'TaxiPoint gives 2019, so the month is not settled.'],
  [
    /^CONFLICT: an Autocar opinion piece \(\S+\) puts the auction price at ([\d,]+), and a later private sale at almost ([\d,]+)$/,
    ([price, later]) =>
      `Sources disagree: a column in Autocar puts the auction price at ${pounds(price)}, and a later private sale at almost ${pounds(later)}.`,
  ],
  [
    /^article of 29 July 2011 says recent auction$/,
    'The article, of 29 July 2011, speaks of a recent auction.',
  ],
  [/^report of June 2025$/, 'Reported in June 2025.'],
  [/^also South Wales Argus$/, 'The South Wales Argus reported it too.'],
  [/^stored copy of BBC page \d+$/, null],
  [
    /^Argus piece of May 2013 says last month$/,
    'The Argus said in May 2013 that it was sold the month before.',
  ],
  [
    /^primoregistrations\.co\.uk also gives ([\d,]+) and April$/,
    ([price]) => `Primo Registrations gives ${pounds(price)} and April as well.`,
  ],
  [/^year and price also on regtransfers\.co\.uk\//, 'Regtransfers gives the same year and price.'],
  [
    /^2015 because the piece puts the EU referendum in the next year$/,
    'The year is worked out: the article puts the EU referendum in the year after.',
  ],
  [
    /^printed as (\d+) less than CB16 CAT at (\d+)$/,
    ([less, price]) =>
      `The source prints the price as ${pounds(less)} less than the ${pounds(price)} of CB16 CAT.`,
  ],
  [
    /^early Birmingham issue, in one family since 1949$/,
    'An early Birmingham issue, in one family since 1949.',
  ],
  [/^source prints (.+)$/, ([text]) => `The source prints ${text}.`],
  [/^read as a misprint of (.+)$/, ([text]) => `We read that as a misprint of ${text}.`],
]
