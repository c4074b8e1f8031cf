import { expect, test } from 'vitest'
import { composeAcknowledgement, queueAcknowledgement } from '#services/enquiries/acknowledgement.ts'
import type { AddressedEnquiry } from '#services/enquiries/enquiry-store.ts'
import { site } from '#site.config.ts'
import { addRows, findRows } from '../rows.ts'
import { transact } from '../transact.ts'
import { openContract } from './open-contract.ts'

const contract = openContract()

test('a purchase enquiry is acknowledged with what the stock knows of each plate', async () => {
  const { database } = contract()
  await addRows(database, 'plates', [
    { plate_number: 'AC 11', price: 1950, is_available: true },
    { plate_number: 'AC 12', price: 2950, is_available: false },
  ])
  const enquiry = {
    reference: 'ENQ-0000-0001',
    kind: 'contact',
    inquiryType: 'purchase',
    name: 'Ann',
    email: 'ann@visitor.example',
    plateNumber: 'ac11, AC12, AC 13, www.spam.example',
  } as AddressedEnquiry
  const mail = await composeAcknowledgement(database, enquiry, site)
  expect(await transact(database, (transaction) => queueAcknowledgement(transaction, mail))).toBe(true)
  const data = await findRows(database, 'mails', ['body'], { recipient: enquiry.email })
  expect(data[0]?.body).toContain(
    'AC 11 is ours and for sale at £1,950.\nAC 12 is no longer for sale.\nAC 13 is not among our plates at the moment.\n',
  )
  expect(data[0]?.body).not.toContain('spam')
})
