import type { Values } from '../rows.ts'

export interface Fixture {
  plates: Values<'plates'>[]
  plate_details?: Values<'plate_details'>[]
  sales: Values<'sales'>[]
  jersey_sales: Values<'jersey_sales'>[]
}

/** Sequential, so that ordering by primary key gives the order in this file. */
export const id = (number: number) => `00000000-0000-4000-8000-${String(number).padStart(12, '0')}`

const moment = '2026-11-20T18:59:36.285+00:00'

export const plates = [
  { plate_number: 'A 1', price: 90_000, category: 'Single-Single', description: 'plain', is_feature: true },
  { plate_number: 'B 2', price: 45_000, category: 'Single-Single', description: 'one, two' },
  { plate_number: 'C 3', price: 45_000, category: null, description: 'she said "yes"' },
  { plate_number: 'D 4', price: 30_000, category: 'Suffix', description: '(brackets)' },
  { plate_number: 'E 5', price: 1, category: 'Suffix', description: '100% sure' },
  { plate_number: 'F 6', price: 450, category: 'Prefix', description: 'back\\slash' },
  { plate_number: 'G 7', price: 1_200, category: 'Prefix', description: 'under_score' },
  { plate_number: 'H 8', price: 7_000, category: 'prefix', description: "it's dot.ted & more" },
  { plate_number: 'J 9', price: 7_001, category: 'Ärger', description: 'Ÿ éclair Ελλάδα 名前 🚗' },
  { plate_number: 'K 10', price: 7_002, category: '', description: null },
  {
    plate_number: 'HIDDEN 1',
    price: 99_999,
    category: 'Prefix',
    description: 'withdrawn',
    is_available: false,
  },
  { plate_number: 'HIDDEN 2', price: 1, category: null, description: null, is_available: false },
].map((plate, index) => ({
  id: id(index + 1),
  detailed_description: null,
  image_url: null,
  price_reason: null,
  is_available: true,
  is_feature: false,
  is_demonstration: false,
  created_at: moment,
  updated_at: moment,
  ...plate,
}))

const sales = [
  {
    plate_number: 'ONE 1',
    sale_year: 2020,
    sale_month: 5,
    where_sold: 'Bonhams',
    hammer_price: 100,
    total_price: 120,
  },
  {
    plate_number: 'TWO 2',
    sale_year: 2020,
    sale_month: null,
    where_sold: null,
    hammer_price: null,
    total_price: 300,
  },
  {
    plate_number: 'THREE 3',
    sale_year: 2021,
    sale_month: 12,
    where_sold: 'DVLA Auction',
    hammer_price: 50,
    total_price: null,
  },
  {
    plate_number: 'FOUR 4',
    sale_year: 2021,
    sale_month: 1,
    where_sold: 'Simon Drieu & Co',
    hammer_price: null,
    total_price: null,
  },
  {
    plate_number: 'FIVE 5',
    sale_year: 2019,
    sale_month: 5,
    where_sold: '',
    hammer_price: 100,
    total_price: 120,
  },
].map((sale, index) => ({
  id: id(index + 1),
  type: null,
  category: null,
  price_basis: null,
  selection: 'reported',
  source_url: null,
  note: null,
  created_at: moment,
  updated_at: moment,
  ...sale,
}))

const jerseySale = (_: unknown, index: number) => ({
  id: id(index + 1),
  plate_number: `J ${index + 1}`,
  total_price: index * 10,
  where_sold: null,
  sale_year: 2000,
  sale_month: null,
  price_basis: null,
  selection: 'reported',
  source_url: null,
  note: null,
  created_at: moment,
  updated_at: moment,
})

export const fixture: Fixture = { plates, sales, jersey_sales: Array.from({ length: 3 }, jerseySale) }

/** More rows than one response may hold. */
export const manyJerseySales = Array.from({ length: 1200 }, jerseySale)
