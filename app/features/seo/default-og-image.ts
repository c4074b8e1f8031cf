import { houseShareImage } from '../../shared/ui/share-image.server.ts'
import { picture } from './png-response.ts'

/** `/share/house.png`: for every page without a picture of its own. */
export async function loader() {
  return picture(await houseShareImage())
}
