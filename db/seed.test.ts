import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import type { OpenDatabase } from '#packages/sqlite-rest/database.ts'
import { parseRegistration } from '#shared/registration/registration.ts'
import { JERSEY_SALES, SALES } from '#test/seed-sales.ts'
import { openDatabase } from './embedded.ts'
import { seedDatabase } from './seed.ts'

let dataDir: string
let database: OpenDatabase
beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), 'plateworthy-seed-'))
  database = openDatabase(dataDir)
  seedDatabase(database.writer)
})
afterEach(() => {
  database.close()
  rmSync(dataDir, { recursive: true })
})

const rows = (sql: string) =>
  database.writer
    .prepare(sql)
    .all()
    .map((row) => ({ ...row }))
const one = (sql: string) => rows(sql)[0]

it('seeding twice changes nothing', () => {
  const content = () =>
    ['plates', 'sales', 'jersey_sales', 'data_version', 'meta'].map((table) => rows(`SELECT * FROM ${table}`))
  const before = content()
  expect(seedDatabase(database.writer)).toBe(false)
  expect(content()).toEqual(before)
})

it('seeding does not restore rows that a dealer deleted, even if all are deleted', () => {
  database.writer.exec('DELETE FROM plates; DELETE FROM sales')
  seedDatabase(database.writer)
  expect(one('SELECT count(*) AS n FROM plates')).toEqual({ n: 0 })
  expect(one('SELECT count(*) AS n FROM sales')).toEqual({ n: 0 })
})

it('the sales that are seeded are the documented ones, each with its source', () => {
  expect(one('SELECT count(*) AS n, count(source_url) AS sourced FROM sales')).toEqual({
    n: SALES,
    sourced: SALES,
  })
  expect(one('SELECT count(*) AS n, count(source_url) AS sourced FROM jersey_sales')).toEqual({
    n: JERSEY_SALES,
    sourced: JERSEY_SALES,
  })
})

it('the sales that are seeded have the values of the source, and null for the rest', () => {
  expect(
    one(
      "SELECT where_sold, type, category, sale_year, sale_month, hammer_price, total_price, price_basis FROM sales WHERE plate_number = '25 O'",
    ),
  ).toEqual({
    where_sold: 'DVLA Auction',
    type: 'Letter Last',
    category: '3-Character',
    sale_year: 2014,
    sale_month: 11,
    hammer_price: 400_000,
    total_price: 518_480,
    price_basis: 'both',
  })
  expect(
    one("SELECT where_sold, sale_month, hammer_price, total_price FROM sales WHERE plate_number = 'VIP 1'"),
  ).toEqual({
    where_sold: null,
    sale_month: null,
    hammer_price: null,
    total_price: 285_000,
  })
  expect(one("SELECT hammer_price, total_price, price_basis FROM sales WHERE plate_number = 'RR 1'")).toEqual(
    { hammer_price: null, total_price: 472_000, price_basis: 'total' },
  )
  expect(one("SELECT note FROM sales WHERE plate_number = 'S 1'")).toEqual({
    note: 'Sold at the Goodwood Revival. According to the BBC, the price includes the buyer’s premium. Lists elsewhere give £404,000, with VAT on the premium.',
  })
})

it('the sales that are seeded have notes for visitors: sentences without calculations or abbreviations', () => {
  const notes = rows('SELECT note FROM sales UNION SELECT note FROM jersey_sales')
    .map(({ note }) => note)
    .filter((note) => note !== null)
  expect(notes.length).toBeGreaterThan(900)
  for (const note of notes) {
    expect(note).toMatch(/^[A-Z£].*\.$/)
    expect(note).not.toMatch(/[=×*]|\d\s*x\s*\d|\bincl\b|\bGBP\b|\bCONFLICT\b|\d{2}k\b/)
    // Pounds have a sign; other numbers above 999 are years.
    expect(String(note).replaceAll(/£[\d,]+/g, '')).not.toMatch(/\d,\d{3}|\d{5}/)
  }
})

it('the demonstration stock is marked as such and covers every case', () => {
  expect(
    one(`SELECT count(*) AS n, sum(is_demonstration) AS marked, sum(is_feature) AS featured, sum(NOT is_available) AS unavailable,
        min(price) AS cheapest, max(price) AS dearest, sum(category IS NULL) AS without_category,
        sum(description IS NULL AND detailed_description IS NULL) AS without_text,
        sum(description IS NULL AND detailed_description IS NOT NULL) AS with_details_only,
        max(length(detailed_description)) > 2000 AS has_a_long_one FROM plates`),
  ).toEqual({
    n: 44,
    marked: 44,
    featured: 7,
    unavailable: 4,
    cheapest: 450,
    dearest: 285_000,
    without_category: 2,
    without_text: 2,
    with_details_only: 1,
    has_a_long_one: 1,
  })
})

it('the demonstration stock is fictitious: every registration is well formed and none is known to be sold', () => {
  for (const { plate_number } of rows('SELECT plate_number FROM plates'))
    expect(parseRegistration(plate_number as string), plate_number as string).toMatchObject({ ok: true })
  expect(rows('SELECT plate_number FROM plates INTERSECT SELECT plate_number FROM sales')).toEqual([])
  expect(rows('SELECT plate_number FROM plates INTERSECT SELECT plate_number FROM jersey_sales')).toEqual([])
})
