import { featurePlates } from '#services/stock/feature-plates.ts'
import { findPlateBySpelling } from '#services/stock/find-plate.ts'
import { readReservation, setStatus } from '#services/stock/set-status.ts'
import { describeTarget, type StatusTarget } from '#services/stock/status-change.ts'
import type { StockPlate } from '#services/stock/stock-store.ts'
import type { BackendClient } from '#shared/data/client.ts'
import type { CliBackend } from '../backend.ts'
import { type Context, command } from '../define-command.ts'
import type { Terminal } from '../terminal.ts'

const SEVERAL = { usage: '<registration> …', argumentCount: [1, 1000] } as const

/** Finds all plates first, so that an unknown registration changes none. @throws StockRefusal */
export async function findPlates(
  client: BackendClient,
  registrations: readonly string[],
): Promise<StockPlate[]> {
  const plates: StockPlate[] = []
  for (const registration of registrations) plates.push(await findPlateBySpelling(client, registration))
  return plates
}

type UndoOption<Help extends string> = { undo: { type: 'boolean'; help: Help } }

function flagCommand<Help extends string>(source: {
  name: string
  summary: string
  undoHelp: Help
  done: string
  undone: string
  change(backend: CliBackend, plates: StockPlate[], isUndo: boolean): Promise<unknown>
}) {
  const { name, summary, undoHelp, done, undone, change } = source
  return command({
    name,
    summary,
    ...SEVERAL,
    examples: [`plates ${name} 'H34 VEN' 'AB 1'`, `plates ${name} 'AB 1' --undo`],
    options: { undo: { type: 'boolean', help: undoHelp } },
    async run({ values, positionals, terminal, backend }: Context<UndoOption<Help>>) {
      const opened = backend()
      const plates = await findPlates(opened.serviceClient, positionals)
      const isUndo = values.undo === true
      await change(opened, plates, isUndo)
      printEach(terminal, plates, isUndo ? undone : done)
    },
  })
}

const printEach = (terminal: Terminal, plates: readonly StockPlate[], text: string) => {
  for (const { registration } of plates) terminal.out(`${registration} ${text}.`)
}

const change = ({ serviceClient, actor }: CliBackend, plates: StockPlate[], target: StatusTarget) =>
  setStatus(serviceClient, plates, target, actor)

export const feature = flagCommand({
  name: 'feature',
  summary: 'mark plates as featured',
  undoHelp: 'remove the mark',
  done: 'is featured',
  undone: 'is no longer featured',
  change: ({ serviceClient, actor }, plates, isUndo) => featurePlates(serviceClient, plates, !isUndo, actor),
})

export const withdraw = flagCommand({
  name: 'withdraw',
  summary: 'take plates off sale without removing them from the stock',
  undoHelp: 'put them on sale again',
  done: 'is off sale',
  undone: 'is for sale',
  change: (backend, plates, isUndo) => change(backend, plates, { status: isUndo ? 'for_sale' : 'withdrawn' }),
})

export const draft = command({
  name: 'draft',
  summary: 'make plates drafts, hidden from visitors',
  ...SEVERAL,
  examples: ["plates draft 'H34 VEN' 'AB 1'"],
  async run({ positionals, terminal, backend }) {
    const opened = backend()
    const plates = await findPlates(opened.serviceClient, positionals)
    await change(opened, plates, { status: 'draft' })
    printEach(terminal, plates, 'is a draft')
  },
})

export const forSale = command({
  name: 'for-sale',
  summary: 'put plates on sale, whatever they were before',
  ...SEVERAL,
  details: 'A plate needs a price to go on sale. To undo a sale that did not take place, use “plates undo”.',
  examples: ["plates for-sale 'H34 VEN' 'AB 1'"],
  async run({ positionals, terminal, backend }) {
    const opened = backend()
    const plates = await findPlates(opened.serviceClient, positionals)
    await change(opened, plates, { status: 'for_sale' })
    printEach(terminal, plates, 'is for sale')
  },
})

export const reserve = command({
  name: 'reserve',
  summary: 'take plates off the site until a day, after which they go back on sale automatically',
  ...SEVERAL,
  details: 'The name stays private: it is neither on the site nor in the audit trail.',
  examples: ["plates reserve 'H34 VEN' --until 3/12/2026 --for 'Mrs Ash'"],
  options: {
    until: { type: 'string', value: 'date', help: 'the last day of the reservation' },
    for: { type: 'string', value: 'name', help: 'private: who it is for' },
  },
  async run({ values, positionals, terminal, backend }) {
    const form = { until: values.until ?? '', for: values.for ?? '' }
    const target = readReservation(form, new Date())
    const opened = backend()
    const plates = await findPlates(opened.serviceClient, positionals)
    await change(opened, plates, target)
    printEach(terminal, plates, `is ${describeTarget(target)}`)
  },
})
