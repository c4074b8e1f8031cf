import { useEffect, useState } from 'react'
import { isArchiveSite } from '../../shared/backend/archive-site.ts'

interface Archivable {
  archive: { exportedAt: string | null } | null
}

/**
 * A page that a web archive stored contains undated sales of that day. The archive's copy of the static file replaces
 * them; if there is none, they stay, marked as archived.
 */
export function useArchivedCopy<Data extends Archivable>(
  data: Data,
  read: () => Promise<Data>,
  isEmpty: (copy: Data) => boolean,
): Data {
  const [copy, setCopy] = useState<{ of: Data; is: Data } | null>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: new data are read anew
  useEffect(() => {
    if (data.archive !== null || !isArchiveSite(location)) return
    let isCurrent = true
    read().then((found) => {
      if (isCurrent) setCopy({ of: data, is: isEmpty(found) ? { ...data, archive: found.archive } : found })
    })
    return () => {
      isCurrent = false
    }
  }, [data])
  return copy?.of === data ? copy.is : data
}
