import { site } from '../../../site.config.ts'
import { PageMeta } from '../../shared/ui/page-meta.tsx'
import type { Route } from './+types/document-guides'
import { listGuides } from './articles.server.ts'
import { GuideList } from './guide-list.tsx'

export function loader() {
  return { guides: listGuides('document') }
}

export default function DocumentationGuides({ loaderData }: Route.ComponentProps) {
  return (
    <div className="wrap pt-12 pb-24 md:pt-20">
      <PageMeta
        title={`Documentation Guides | ${site.name}`}
        path="/document-info"
        description="The papers of a private registration: assigning it to a vehicle, what Q plates are, and what to do when it cannot be retained or assigned online."
      />
      <h1 className="title">Documentation Guides</h1>
      <p className="mt-5 max-w-reading text-lg text-quiet">
        The papers of a private registration: what they are for, and what to do when the online service says
        no.
      </p>
      <GuideList guides={loaderData.guides} headingLevel="h2" />
    </div>
  )
}
