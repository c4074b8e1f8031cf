import type { BackendClient } from '#shared/data/client.ts'
import { parseRegistration } from '#shared/registration/registration.ts'
import { cleanLine } from '#shared/text/clean-text.ts'
import { escapeLine } from '#shared/text/escape-control.ts'
import { StockRefusal } from './refusal.ts'
import { findStockPlate, type StockPlate } from './stock-store.ts'

/** Accepts any spelling of the registration and any status. @throws StockRefusal if there is none */
export async function findPlateBySpelling(client: BackendClient, registration: string): Promise<StockPlate> {
  const parsed = parseRegistration(registration)
  const typed = cleanLine(registration).toUpperCase()
  const text = parsed.ok ? parsed.registration.text : registration
  for (const spelling of new Set([registration, typed, text].filter((entry) => !entry.includes('\0')))) {
    const plate = await findStockPlate(client, { registration: spelling })
    if (plate) return plate
  }
  throw new StockRefusal(`There is no plate ${escapeLine(text)} in the stock.`)
}
