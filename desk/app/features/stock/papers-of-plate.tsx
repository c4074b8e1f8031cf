import type { StockPlate } from '#services/stock/stock-types.ts'
import { US } from '#shared/cells/stock-cells.ts'
import { TextLink } from '../../ui/page.tsx'
import { Certificate } from './certificate.tsx'
import { Fact } from './plate-fact.tsx'

/** The document of a plate, for the pages of a deal: what it is, whose it is, and who may use it. Its number is ours alone. */
export function PapersOfPlate({ plate, today }: { plate: StockPlate; today: string }) {
  const { id, document, documentNumber, holder, nominee } = plate
  return (
    <>
      <Fact label="Document">
        {document ? (
          <Certificate plate={plate} today={today} />
        ) : (
          <TextLink to={`/stock/${id}`}>None noted in the stock</TextLink>
        )}
      </Fact>
      {document && <Fact label="Holder">{holder === US ? 'us' : (holder ?? 'nobody has noted it')}</Fact>}
      {nominee && <Fact label="Nominee">{nominee}</Fact>}
      {documentNumber && <Fact label="Its number">{documentNumber}</Fact>}
    </>
  )
}
