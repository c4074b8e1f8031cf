export const contact = {
  name: 'Ann O’Hara',
  email: 'ann@visitor.example',
  phone: '020 7946 0000',
  subject: 'Enquiry about 1 KP',
  inquiryType: 'purchase',
  plateNumber: '1 KP',
  message: 'Is it still for sale?\n\nThank you, Ann',
}

export const valuation = {
  plateNumber: 'A 1',
  email: 'ann@visitor.example',
  name: 'Ann O’Hara',
  phone: '',
  additional: '',
  ownership: true,
}

/** The honeypot field, empty as people leave it. */
const trap = { website: '' }

export const asContact = (data: object = {}) => ({ type: 'contact', data: { ...contact, ...data }, trap })
export const asValuation = (data: object = {}) => ({
  type: 'valuation',
  data: { ...valuation, ...data },
  trap,
})
