import { useEffect } from 'react'
import { useRevalidator } from 'react-router'

const CHANNEL = 'desk-session'

/**
 * Notifies the browser's other tabs of a sign-in or sign-out, so that they show the sign-in page or use the CSRF token
 * of the new session.
 */
export function SessionWatch({ sessionId }: { sessionId: string | null }) {
  const { revalidate } = useRevalidator()
  useEffect(() => {
    const channel = new BroadcastChannel(CHANNEL)
    channel.postMessage(sessionId)
    channel.onmessage = ({ data }) => {
      if (data !== sessionId) void revalidate()
    }
    return () => channel.close()
  }, [sessionId, revalidate])
  return null
}
