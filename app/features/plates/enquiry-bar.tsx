import { useEffect, useState } from 'react'
import { Price } from '#shared/ui/price.tsx'
import { enquiryPath } from '#shared/urls.ts'
import { ButtonLink } from '../../shared/ui/button-link.tsx'
import { CallButton } from '../../shared/ui/telephone.tsx'

interface EnquiryBarProps {
  registration: string
  priceGbp: number
  /** The id of the button that this bar replaces once it has scrolled out of view. */
  buttonId: string
}

export function EnquiryBar({ registration, priceGbp, buttonId }: EnquiryBarProps) {
  const [isPast, setPast] = useState(false)
  useEffect(() => {
    const button = document.getElementById(buttonId)
    if (!button) return
    const observer = new IntersectionObserver(([entry]) => {
      if (entry) setPast(!entry.isIntersecting && entry.boundingClientRect.top < 0)
    })
    observer.observe(button)
    return () => observer.disconnect()
  }, [buttonId])
  if (!isPast) return null
  return (
    <div className="enquiry-bar lg:hidden">
      <p className="font-medium">
        <span className="block text-quiet text-sm leading-tight">{registration}</span>
        <Price priceGbp={priceGbp} />
      </p>
      <CallButton className="icon-button ml-auto" />
      <ButtonLink to={enquiryPath(registration)}>Enquire</ButtonLink>
    </div>
  )
}
