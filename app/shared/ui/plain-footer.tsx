import { useSite } from '#shared/ui/use-site.tsx'

/** Of a page without script: who the firm is. */
export function PlainFooter() {
  const { company, independence } = useSite()
  return (
    <footer className="plain-footer wrap-anywhere mt-auto border-line border-t bg-panel">
      <div className="wrap py-6 text-quiet text-sm leading-relaxed">
        <p>
          {company.registration}.{company.vatNumber && ` VAT number ${company.vatNumber}.`}
        </p>
        <address className="not-italic">{`Registered office: ${company.address.join(', ')}`}</address>
        <p className="mt-2">{independence}</p>
      </div>
    </footer>
  )
}
