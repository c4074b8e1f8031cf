/** The public columns of a new plate of which nothing was said. */
export const NEW_PLATE = {
  description: null,
  detailedDescription: null,
  imageUrl: null,
  priceReason: null,
  isFeature: false,
  isDemonstration: false,
} as const
