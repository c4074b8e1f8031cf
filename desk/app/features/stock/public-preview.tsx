import type { StockPlate } from '#services/stock/stock-types.ts'
import { cardDescription } from '#shared/plates/card-description.ts'
import { PlateFace } from '#shared/ui/plate-face.tsx'
import { Price, PriceNote } from '#shared/ui/price.tsx'
import { platePath } from '#shared/urls.ts'

/** The plate as visitors see it in the list, with a link to its page. */
export function PublicPreview({ plate }: { plate: StockPlate }) {
  const { registration, priceGbp, description, isFeature, isAvailable } = plate
  return (
    <section aria-labelledby="preview-title" className="mt-6 max-w-88">
      <h2 id="preview-title" className="text-note text-quiet">
        {isAvailable ? 'What visitors see' : 'Visitors do not see it'}
      </h2>
      <div className={isFeature ? 'desk-panel my-2 border-2 border-plate' : 'desk-panel my-2'}>
        <PlateFace registration={registration} decorative className="block w-full" />
        {priceGbp !== null && (
          <p className="mt-3 font-medium text-lg">
            <Price priceGbp={priceGbp} />
            <PriceNote priceGbp={priceGbp} />
          </p>
        )}
        {description && <p className="mt-1.5 text-quiet text-row">{cardDescription(description)}</p>}
      </div>
      <a href={platePath(registration)} className="link max-desk:py-2.75">
        {isAvailable ? 'View its page' : 'Open its address'}
      </a>
    </section>
  )
}
