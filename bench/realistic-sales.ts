/** Sales and plates as a large dealer would have them: few sellers that hold auctions, kinds that belong together. */
import { openDatabase } from '#db/embedded.ts'
import type { Postgrest } from '#test/postgrest.ts'
import { makeStock } from '#test/synthetic-stock.ts'
import { insertSales } from './synthetic-sales.ts'

const SELLERS = [
  'DVLA Auction',
  'British Car Auctions',
  ...Array.from({ length: 18 }, (_, n) => `Dealer ${n + 1}`),
]
const CATEGORIES =
  'Single-Single,Number 1,3-Character,3x1,1x3,2x2,2x3,3x2,3x3,1x4,2x4,3x4,Suffix,Prefix,Current,4x1,1x5,Irish'.split(
    ',',
  )
const TYPES =
  'Letters First,Letters Last,Letter First,Letter Last,One Number,Two Numbers,Three Numbers,Current,Four Numbers,Irish First,Irish Last,Year A-F,Year G-M,Year N-S,Year T-Y'.split(
    ',',
  )
const LETTERS = 'ABCDEFGHJKLMNOPRSTUVWXY'
const FIRST_YEAR = 1989
const YEARS = 36

/** Deterministic. @returns a row of the table `sales` */
function realisticSale(n: number) {
  let state = Math.imul(n + 1, 2_654_435_761) >>> 0
  const random = () => {
    state = (state + 0x6d2b79f5) | 0
    let t = Math.imul(state ^ (state >>> 15), 1 | state)
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t
    return ((t ^ (t >>> 14)) >>> 0) / 2 ** 32
  }
  const below = (limit: number) => Math.floor(random() * limit)
  const letters = (length: number) => Array.from({ length }, () => LETTERS.charAt(below(23))).join('')
  // The first seller has half of all sales, the next ones ever fewer.
  const seller = Math.min(SELLERS.length - 1, Math.floor(-Math.log2(1 - random()) * 1.6))
  // The first seller has none of the last category, and some pairs of a seller and a selection, or of a category and a type, have no sale.
  const category = Math.floor((CATEGORIES.length - (seller === 0 ? 1 : 0)) * random() ** 0.7)
  const year = FIRST_YEAR + Math.floor(YEARS * random() ** 0.6)
  const hammer = Math.round((250 * Math.exp(random() ** 2 * 7)) / 10) * 10
  const shape = below(10)
  const registration =
    shape < 4
      ? `${letters(2)}${String(below(60) + 10)} ${letters(3)}`
      : shape < 7
        ? `${letters(1)}${below(999) + 1} ${letters(3)}`
        : shape < 8
          ? `${letters(3)} ${below(999) + 1}${letters(1)}`
          : `${letters(1 + below(3))} ${below(9999) + 1}`
  const isAuctioneer = seller < 4
  const [hasTotal, hasMonth, hasSource] = [random() < 0.95, random() < 0.95, random() < 0.7]
  const scattered = (Math.imul(n, 2_654_435_761) >>> 0).toString(16).padStart(8, '0')
  return {
    id: `${scattered}-0000-4000-8000-${n.toString(16).padStart(12, '0')}`,
    plate_number: registration,
    where_sold: random() < 0.02 ? null : (SELLERS[seller] as string),
    type: TYPES[(category + below(2)) % TYPES.length] as string,
    category: CATEGORIES[category] as string,
    sale_year: year,
    sale_month: hasMonth
      ? isAuctioneer
        ? ([1, 2, 4, 5, 7, 9, 10, 11][below(8)] as number)
        : 1 + below(12)
      : null,
    hammer_price: isAuctioneer || random() < 0.5 ? hammer : null,
    total_price: hasTotal ? Math.round(hammer * 1.296 + 80) : null,
    price_basis: 'both',
    source_url: hasSource ? `https://results.example.org/${year}/${seller}` : null,
    selection: isAuctioneer
      ? year < 2000
        ? 'highest'
        : 'complete'
      : (['sample', 'reported', 'highest', 'own'][seller % 4] as string),
  }
}

const realisticPlates = (number: number) =>
  makeStock(number).map(({ id, registration, priceGbp, description, isFeature }) => ({
    id,
    plate_number: registration,
    price: priceGbp,
    description,
    is_feature: isFeature ? '1' : '0',
  }))

export function fillEmbedded(dataDir: string, sales: number, plates: number): void {
  const { writer, close } = openDatabase(dataDir)
  const prepare = (table: string, row: Record<string, string | number | null>) => {
    const columns = Object.keys(row)
    const insert = writer.prepare(
      `INSERT OR IGNORE INTO ${table} (${columns}) VALUES (${columns.map(() => '?')})`,
    )
    return (values: typeof row) => insert.run(...Object.values(values))
  }
  insertSales(writer, () => {
    const insertSale = prepare('sales', realisticSale(0))
    for (let n = 0; n < sales; n++) insertSale(realisticSale(n))
    const stock = realisticPlates(plates)
    const insertPlate = prepare('plates', stock[0] ?? {})
    for (const plate of stock) insertPlate(plate)
  })
  writer.exec('ANALYZE')
  close()
}

const AT_ONCE = 10_000

/** Fills the tables without triggers and indexes, which are then made again, and counts at the end what the triggers keep. */
export async function fillHosted(
  { sql }: Pick<Postgrest, 'sql'>,
  sales: number,
  plates: number,
): Promise<void> {
  const indexes = await sql(
    "SELECT indexname, indexdef FROM pg_indexes WHERE tablename = 'sales' AND indexname NOT IN ('sales_pkey', 'sales_natural_key')",
  )
  for (const { indexname } of indexes) await sql(`DROP INDEX ${indexname}`)
  for (let first = 0; first < sales; first += AT_ONCE)
    await insert(
      'sales',
      Array.from({ length: Math.min(AT_ONCE, sales - first) }, (_, n) => realisticSale(first + n)),
    )
  const stock = realisticPlates(plates)
  for (let first = 0; first < plates; first += AT_ONCE)
    await insert('plates', stock.slice(first, first + AT_ONCE))
  for (const { indexdef } of indexes) await sql(String(indexdef))
  await sql(`SET session_replication_role = replica;
    INSERT INTO sales_counts (where_sold, category, type, selection, sale_year, sales)
      SELECT where_sold, category, type, selection, sale_year, count(*) FROM sales GROUP BY 1, 2, 3, 4, 5`)
  await sql('VACUUM ANALYZE')

  async function insert(table: string, rows: Record<string, unknown>[]) {
    const columns = Object.keys(rows[0] ?? {})
    const values = rows.map((row) => `(${Object.values(row).map(literal)})`)
    await sql(
      `SET session_replication_role = replica;
       INSERT INTO ${table} (${columns}) VALUES ${values} ON CONFLICT DO NOTHING`,
    )
  }
}

const literal = (value: unknown) =>
  value === null ? 'NULL' : typeof value === 'string' ? `'${value.replaceAll("'", "''")}'` : String(value)
