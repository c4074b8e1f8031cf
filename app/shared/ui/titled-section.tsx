import type { ReactNode } from 'react'

interface TitledSectionProps {
  id: string
  title: ReactNode
  size?: 'heading' | 'subheading'
  level?: 'h2' | 'h3'
  className?: string
  children: ReactNode
}

/** A section that its heading names. */
export function TitledSection({
  id,
  title,
  size = 'heading',
  level: Heading = 'h2',
  className,
  children,
}: TitledSectionProps) {
  return (
    <section className={className} aria-labelledby={id}>
      <Heading id={id} className={size}>
        {title}
      </Heading>
      {children}
    </section>
  )
}
