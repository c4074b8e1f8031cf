import type { BackendClient } from '../../../shared/backend/client.ts'
import { DataError } from '../../../shared/backend/data-error.ts'
import type { DocumentedSale, PriceBasis } from '../sale.ts'

/** What the page of a plate says of its sales. */
export type SaleOfPlate = Omit<DocumentedSale, 'category' | 'type' | 'note'>

const MOST_SALES_OF_ONE = 20
const LONGEST_REGISTRATION = 32

/** The recorded sales of exactly this registration, latest first. @throws DataError */
export async function listSalesOf(client: BackendClient, registration: string): Promise<SaleOfPlate[]> {
  if (registration.length > LONGEST_REGISTRATION || registration.includes('\0')) return []
  const { data, error, status } = await client
    .from('sales')
    .select('*')
    .eq('plate_number', registration)
    .order('sale_year', { ascending: false, nullsFirst: false })
    .order('sale_month', { ascending: false, nullsFirst: false })
    .order('id')
    .limit(MOST_SALES_OF_ONE)
  if (error) throw new DataError(error, status)
  if (!Array.isArray(data))
    throw new DataError({ message: 'The backend did not answer with rows', code: '' }, status)
  return data.map(toSale)
}

function toSale(row: Record<string, unknown>): SaleOfPlate {
  return {
    id: String(row.id),
    registration: String(row.plate_number),
    whereSold: text(row.where_sold),
    saleYear: Number(row.sale_year),
    saleMonth: number(row.sale_month),
    hammerPriceGbp: number(row.hammer_price),
    totalPriceGbp: number(row.total_price),
    priceBasis: /^(both|total|hammer|unclear)$/.test(String(row.price_basis))
      ? (row.price_basis as PriceBasis)
      : null,
    sourceUrl: text(row.source_url),
  }
}

const text = (value: unknown) => (typeof value === 'string' && value.trim() !== '' ? value : null)
const number = (value: unknown) => (typeof value === 'number' ? value : null)
