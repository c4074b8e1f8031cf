import { TitledSection } from '#shared/ui/titled-section.tsx'
import type { RegistrationSales } from '../sales/data/registration-sales.ts'
import { describeArchived } from '../sales/explorer/labels.ts'
import { RecordedSale } from '../sales/recorded-sale.tsx'
import { useArchivedCopy } from '../sales/use-archived-copy.ts'
import type { KnownRegistration } from './read-registration.server.ts'

/** Each sale with its source and fees; renders nothing for a registration that is not on record. */
export function RecordedSales({ known: { spellings, sales: read } }: { known: KnownRegistration }) {
  const sales = useArchivedCopy(
    read,
    () => readInBrowser(spellings),
    (copy) => copy.records.length === 0,
  )
  const { records, archive } = sales
  const [latest] = records
  if (!latest) return null
  return (
    <TitledSection id="sales" title="What it sold for" className="mt-20">
      <p className="mt-3 max-w-reading text-quiet">
        {records.length === 1 ? 'One recorded sale' : `${records.length} recorded sales`}. We say where every
        figure comes from.
      </p>
      {archive && <p className="archive-banner">{describeArchived(latest.explorer, archive.exportedAt)}</p>}
      {records.map((sale) => (
        <RecordedSale key={sale.id} sale={sale} explorer={sale.explorer} />
      ))}
    </TitledSection>
  )
}

async function readInBrowser(spellings: readonly string[]): Promise<RegistrationSales> {
  const [{ sourcesInBrowser }, { readSalesOf }] = await Promise.all([
    import('../sales/data/sales-sources.client.ts'),
    import('../sales/data/registration-sales.ts'),
  ])
  return readSalesOf(spellings, sourcesInBrowser())
}
