/** Default values of a new plate's public columns. */
export const NEW_PLATE = {
  description: null,
  detailedDescription: null,
  imageUrl: null,
  priceReason: null,
  isFeature: false,
  isDemonstration: false,
} as const
