import { createCookie } from 'react-router'

const YEAR_SECONDS = 31_536_000

/** The name of an explorer or '': whether and where to record a sale, as last chosen in this browser. */
export const recordChoice = createCookie('desk-record-sale', {
  path: '/desk',
  httpOnly: true,
  sameSite: 'lax',
  maxAge: YEAR_SECONDS,
})
