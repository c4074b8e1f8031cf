import { useNavigate } from 'react-router'
import { archivePrefix, isArchiveSite } from '../../shared/backend/archive-site.ts'

/**
 * Opens a page whose data come from our server. In a copy in a web archive, which has no server, it opens the archive's
 * copy of the page instead.
 */
export function useOpenPage(): (path: string) => void {
  const navigate = useNavigate()
  return (path) => {
    if (isArchiveSite(location)) location.assign(archivePrefix(location.pathname) + path)
    else navigate(path)
  }
}
