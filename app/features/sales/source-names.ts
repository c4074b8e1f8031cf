const NAMES: Record<string, string> = {
  'aol.co.uk': 'AOL Cars',
  'antiquestradegazette.com': 'Antiques Trade Gazette',
  'bailiwickexpress.com': 'Bailiwick Express',
  'bbc.co.uk': 'BBC News',
  'bbc.com': 'BBC News',
  'bloodycars.com': 'Bloody Cars',
  'businesscar.co.uk': 'Business Car',
  'cardealermagazine.co.uk': 'Car Dealer Magazine',
  'dailymail.co.uk': 'Daily Mail',
  'dvlaauction.co.uk': 'DVLA Auctions, results lists',
  'easterneye.biz': 'Eastern Eye',
  'humbertellis.com': 'Humbert & Ellis',
  'impartialreporter.com': 'Impartial Reporter',
  'independent.co.uk': 'The Independent',
  'independent.ie': 'Irish Independent',
  'itv.com': 'ITV News',
  'jerseyeveningpost.com': 'Jersey Evening Post',
  'motoringresearch.com': 'Motoring Research',
  'pressreader.com': 'PressReader',
  'private-number-plates.co.uk': 'Private Number Plates',
  'regplates.com': 'Regplates',
  'regtransfers.co.uk': 'Regtransfers',
  'shropshirestar.com': 'Shropshire Star',
  'silverstoneauctions.com': 'Silverstone Auctions',
  'southwalesargus.co.uk': 'South Wales Argus',
  'theargus.co.uk': 'The Argus',
  'theguardian.com': 'The Guardian',
  'thefreelibrary.com': 'The Free Library',
  'thestar.co.uk': 'The Star, Sheffield',
  'zero2turbo.com': 'Zero2Turbo',
}

export function publicationOf(sourceUrl: string | null): { name: string; url: string } | null {
  if (sourceUrl === null) return null
  const { hostname, href } = new URL(sourceUrl)
  const host = hostname.replace(/^www\./, '')
  // maps news.bbc.co.uk to bbc.co.uk
  const known = Object.keys(NAMES).find((name) => host === name || host.endsWith(`.${name}`))
  return { name: (known && NAMES[known]) ?? host, url: href }
}
