// biome-ignore-all lint/suspicious/noTemplateCurlyInString: these are texts of programs
import type { Mutant } from './mutant.ts'

/** Faults between a deal, its plate and its money; the random orders of test/contract/deal-model.test.ts find most of them. */
export const DEALS: readonly Mutant[] = [
  {
    title: 'The buyer’s page asks to pay for a plate that was sold to somebody else.',
    find: "kind === 'sale' && outcome === null && handedOverOn === null && !canHave(standing)",
    replace: "kind === 'purchase' && outcome === null && handedOverOn === null && !canHave(standing)",
  },
  {
    title: 'A yes holds nothing, and the site goes on offering the plate.',
    find: 'if (plate) await holdPlate(step, plate, terms.until ?? on)',
    replace: '',
  },
  {
    title: 'A yes without money holds a plate for ever.',
    find: '!deal.isOnHold && (payBy(deal, 0) ?? today) < today',
    replace: '!deal.isOnHold && (payBy(deal, 0) ?? today) < deal.createdAt',
  },
  {
    title: 'An order lapses although something has been paid.',
    find: 'if (paidOf(await paymentsOf(transaction, [deal.id])) > 0) return false',
    replace: 'if (paidOf(await paymentsOf(transaction, [deal.id])) < 0) return false',
  },
  {
    title: 'The end of a reservation puts a plate on sale that somebody has agreed to buy.',
    find: 'const free = plates.filter(({ id }) => !holders.has(id))',
    replace: 'const free = plates.filter(({ id }) => !holders.has(`${id} `))',
  },
  {
    title: 'Money for a plate that has been sold since is refused instead of noted.',
    find: 'if (!plate || !canHave(standing)) return { values }',
    replace: "if (!plate || !canHave(standing)) throw new ChangeRefusal('It is gone.')",
  },
  {
    title: 'A sale that is taken back undoes the sale of the same plate to somebody else.',
    find: "if (plate?.status === 'sold' && plate.dealId === deal.id) await unsell(step, plate, days.balanceBy)",
    replace: 'if (plate) await unsell(step, plate, days.balanceBy)',
  },
  {
    title: 'A deal takes a step of the other kind, or after its end.',
    find: 'return (kind === undefined || kind === deal.kind) && stages.includes(stageOf(deal))',
    replace: 'return (kind === undefined || kind === deal.kind) || stages.includes(stageOf(deal))',
  },
  {
    title: 'A deal is done before it is sold.',
    find: "stages: ['sold', 'handed-over'],",
    replace: "stages: ['agreed', 'sold', 'handed-over'],",
  },
  {
    title: 'A deal that ends with money in it counts as settled, and leaves Today.',
    find: 'isSettled: deal.outcome === null || undecidedOf(deal, payments) === 0,',
    replace: 'isSettled: deal.outcome === null || undecidedOf(deal, payments) >= 0,',
  },
  {
    title: 'Forgetting a person deletes what they paid.',
    find: 'AND NOT EXISTS (SELECT 1 FROM deal_payments WHERE deal_id = deals.id);',
    replace: 'AND NOT EXISTS (SELECT 1 FROM deal_payments WHERE deal_id = deals.token);',
  },
  {
    title: 'The buyer’s page ends after 30 days with their money still held.',
    find: 'isSettled && endedAt !== null && addDays',
    replace: 'endedAt !== null && addDays',
  },
  {
    title: 'A payment that came back still counts as paid.',
    find: 'returned: -1,',
    replace: 'returned: 0,',
  },
  {
    title: 'A deposit is kept without a term of the firm that allows it.',
    find: 'if (!note || !wordsOf(terms).includes(wordsOf(note)))',
    replace: 'if (!note)',
  },
  {
    title: 'What we cannot deliver counts as declined by the buyer, so that the deposit may be kept.',
    find: 'if (paid > 0 && !canHave(standing))',
    replace: 'if (paid < 0 && !canHave(standing))',
  },
  {
    title: 'A plate that a list or the stock marks as sold still belongs to the deal that held it.',
    find: "...(status === 'reserved' ? {} : { reservedUntil: null, reservedFor: null, dealId: null }),",
    replace: "...(status === 'reserved' ? {} : { reservedUntil: null, reservedFor: null }),",
  },
  {
    title: 'Nothing is asked before a plate is sold, handed over or closed with money owed.',
    find: "if (asked !== '' && asked !== confirmed)",
    replace: "if (asked !== '' && asked === confirmed)",
  },
  {
    title: 'A page says “yours” to whoever still owes.',
    find: 'const isTheirs = owed <= 0 && (handedOverOn',
    replace: 'const isTheirs = (handedOverOn',
  },
  {
    title: 'The stock sells a plate that somebody has agreed to buy without a word.',
    find: "await askAboutDeals(database, [ref], SOLD, textOf(form, 'confirmed'))",
    replace: '',
  },
  {
    title: 'Many plates are withdrawn at once without a word about those that somebody has agreed to buy.',
    find: 'await askAboutDeals(database, refs, change, confirmed)',
    replace: '',
  },
  {
    title: 'A quote and a sale from the stock at the same moment both pass.',
    find: 'await touchPlate(transaction, plate)',
    replace: '',
  },
  {
    title: 'A list marks a plate as sold without naming whoever has agreed to buy it.',
    find: '...(deals.length > 0 ? DEAL : [])',
    replace: '',
  },
  {
    title: 'A list puts a plate on sale that somebody has agreed to buy.',
    find: 'if (isOfferedAgain && deals.some(({ isHolding }) => isHolding))',
    replace: 'if (isOfferedAgain && deals.some(({ isHolding }) => !isHolding))',
  },
  {
    title: 'A deposit of the whole price is refused.',
    find: 'if ((deposit ?? 0) > amount)',
    replace: 'if ((deposit ?? 0) >= amount)',
  },
  {
    title: 'Of two blanks for the buyer’s page in a letter only the first is filled.',
    find: 'text.replaceAll(IN_BRACES, (written, name: string)',
    replace: 'text.replace(/\\{([^{}\\n]*)\\}/, (written, name: string)',
  },
  {
    title: 'A price of £100,000 that was typed into the letter of a quote of £100 is not asked about.',
    find: 'const others = figures.filter(({ value }) => value === null || !known.has(value))',
    replace:
      'const others = figures.filter(({ value }) => value === null || !`${[...known]}`.includes(value.slice(0, 4)))',
  },
  {
    title: 'A blank that was taken out of a letter is not asked about.',
    find: 'const isSaid = value === undefined || withAndWithoutYear(value).some((one) => said.has(one))',
    replace: 'const isSaid = value === undefined || text.length > 0',
  },
  {
    title: 'The message to copy asks for the deposit after all is paid.',
    find: "deal.kind === 'purchase' || !isAgreed || (due > 0 && paid <= 0)",
    replace: "deal.kind === 'purchase' || !isAgreed || due >= 0",
  },
]
