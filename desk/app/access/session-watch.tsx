import { useEffect } from 'react'
import { useRevalidator } from 'react-router'

const CHANNEL = 'desk-session'

/**
 * Tells the other tabs of the browser when this one signs in or out, so that they show the sign-in, or send their forms
 * with the token of the new session.
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
