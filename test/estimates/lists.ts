// Lists of auction results that are beside the checkout on some machines; their rows are never part of it.
import { existsSync, readFileSync } from 'node:fs'
import { parse } from 'csv-parse/sync'

const FOLDER = new URL('../../../shared/data/', import.meta.url)

export const hasList = (name: string): boolean => existsSync(new URL(name, FOLDER))

export function readRows(name: string): Record<string, string>[] {
  return parse(readFileSync(new URL(name, FOLDER)), { columns: true })
}
