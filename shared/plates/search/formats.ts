import { parseRegistration, SYSTEM_NAMES, type System } from '../../registration/registration.ts'

/** Offered whether or not any is in stock. */
const COMMON_FORMATS: System[] = ['dateless', 'suffix', 'prefix', 'current', 'northern-ireland']

const systems = new WeakMap<object, System | null>()

/** Parsed once per object; null if it is not a registration. */
export function systemOf(plate: { registration: string }): System | null {
  let system = systems.get(plate)
  if (system === undefined) {
    const parsed = parseRegistration(plate.registration)
    system = parsed.ok ? parsed.registration.system : null
    systems.set(plate, system)
  }
  return system
}

export function formatsFor(stock: readonly { registration: string }[], chosen: System | null): System[] {
  const inStock = new Set<System | null>(stock.map(systemOf))
  return (Object.keys(SYSTEM_NAMES) as System[]).filter(
    (system) => COMMON_FORMATS.includes(system) || inStock.has(system) || system === chosen,
  )
}
