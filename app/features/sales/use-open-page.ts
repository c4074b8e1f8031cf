import { useNavigate } from 'react-router'
import { archivePrefix, isArchiveSite } from '../../shared/backend/archive-site.ts'

/**
 * Opens a page whose data come from our server. A copy in a web archive has no server to ask: there the archive's copy
 * of the page itself is opened.
 */
export function useOpenPage(): (path: string) => void {
  const navigate = useNavigate()
  return (path) => {
    if (isArchiveSite(location)) location.assign(archivePrefix(location.pathname) + path)
    else navigate(path)
  }
}
