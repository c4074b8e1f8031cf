import { expect, it } from 'vitest'
import { plateJsonLd } from './plate-json-ld.ts'

const PLATE = {
  id: '1',
  registration: '1 KP',
  priceGbp: 118_000,
  category: null,
  description: null,
  detailedDescription: null,
  imageUrl: null,
  isFeature: false,
  priceReason: null,
}

it('Product metadata has the picture of the plate, and the address of the offer', () => {
  const url = 'https://plates.test/plate/1%20KP'
  expect(plateJsonLd('https://plates.test', { name: 'Plates' }, PLATE)).toMatchObject({
    '@type': 'Product',
    image: 'https://plates.test/share/plate/1%20KP.png',
    url,
    offers: { price: 118_000, url },
  })
})

it('Product metadata has the plate’s own picture where it has one, and no offer without a price', () => {
  const picture = 'https://pictures.test/1-kp.jpg'
  const product = plateJsonLd(
    'https://plates.test',
    { name: 'Plates' },
    { ...PLATE, priceGbp: 0, imageUrl: picture },
  )
  expect(product).toMatchObject({ image: picture })
  expect(product).not.toHaveProperty('offers')
})
