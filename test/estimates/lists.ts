// Lists of auction results that stand beside the checkout on some machines; their rows are never part of it.
import { existsSync, readFileSync } from 'node:fs'
import { parse } from 'csv-parse/sync'

const FOLDER = new URL('../../../shared/data/', import.meta.url)

export const hasList = (name: string): boolean => existsSync(new URL(name, FOLDER))

/** The values of one column. */
export function readColumn(name: string, column: string): string[] {
  const rows: Record<string, string>[] = parse(readFileSync(new URL(name, FOLDER)), { columns: true })
  return rows.map((row) => row[column] ?? '')
}

export const listPath = (name: string): URL => new URL(name, FOLDER)
