/** Where the complete auction lists are published. Their rows do not ship, because we may not publish them. */
export const SOURCES = [
  {
    name: 'dvlaAuctions by daruma4',
    address: 'https://github.com/daruma4/dvlaAuctions',
    holds: 'auctions of about 2017 to January 2024, sold and unsold, under the MIT licence',
  },
  {
    name: 'Plate-Value-Intelligence by ozzy2438',
    address: 'https://github.com/ozzy2438/Plate-Value-Intelligence',
    holds: 'a copy of the auctioneer’s own results lists of 2025',
  },
] as const
