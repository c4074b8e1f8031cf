import {
  columnFilteringFeature,
  createColumnHelper,
  createFilteredRowModel,
  createSortedRowModel,
  FlexRender,
  filterFn_includesString,
  globalFilteringFeature,
  rowSortingFeature,
  sortFn_basic,
  tableFeatures,
  useTable,
} from '@tanstack/react-table'
import { useVirtualizer } from '@tanstack/react-virtual'
import { useRef, useState } from 'react'
import { createRoot } from 'react-dom/client'
import { sales } from './sales.js'

const ROW_PX = 44

const features = tableFeatures({
  rowSortingFeature,
  columnFilteringFeature,
  globalFilteringFeature,
  filteredRowModel: createFilteredRowModel(),
  sortedRowModel: createSortedRowModel(),
  sortFns: { basic: sortFn_basic },
  filterFns: { includesString: filterFn_includesString },
})
const { accessor } = createColumnHelper()
const price = ({ getValue }) => `£${getValue().toLocaleString('en-GB')}`
const unsearched = { enableGlobalFilter: false, sortFn: 'basic' }
const columns = [
  accessor('plate', { header: 'Plate', sortFn: 'basic' }),
  accessor('hammer', { header: 'Hammer', cell: price, ...unsearched }),
  accessor('total', { header: 'Total', cell: price, ...unsearched }),
  accessor('date', { header: 'Date', ...unsearched }),
  accessor('seller', { header: 'Seller', ...unsearched }),
  accessor('category', { header: 'Category', ...unsearched }),
  accessor('type', { header: 'Type', ...unsearched }),
]

function Table() {
  const [globalFilter, setGlobalFilter] = useState('')
  const [sorting, setSorting] = useState([{ id: 'total', desc: true }])
  const table = useTable({
    features,
    columns,
    data: sales,
    state: { globalFilter, sorting },
    onGlobalFilterChange: setGlobalFilter,
    onSortingChange: setSorting,
    globalFilterFn: 'includesString',
    getRowId: ({ id }) => id,
  })
  const { rows } = table.getRowModel()
  const box = useRef(null)
  const virtual = useVirtualizer({
    count: rows.length,
    getScrollElement: () => box.current,
    estimateSize: () => ROW_PX,
    overscan: 5,
  })
  const items = virtual.getVirtualItems()
  const before = items[0]?.start ?? 0
  const after = virtual.getTotalSize() - (items.at(-1)?.end ?? 0)
  return (
    <>
      <input
        type="search"
        aria-label="Search"
        value={globalFilter}
        onChange={(event) => setGlobalFilter(event.target.value)}
      />
      <p>{rows.length} sales</p>
      <div ref={box} style={{ height: 800, overflow: 'auto' }}>
        <table className="sales" style={{ width: '100%', tableLayout: 'fixed' }}>
          <thead>
            {table.getHeaderGroups().map(({ id, headers }) => (
              <tr key={id}>
                {headers.map(({ id, column }) => (
                  <th key={id} scope="col">
                    <button type="button" onClick={column.getToggleSortingHandler()}>
                      {column.columnDef.header}
                    </button>
                  </th>
                ))}
              </tr>
            ))}
          </thead>
          <tbody>
            <tr style={{ height: before }} />
            {items.map(({ index }) => (
              <tr key={rows[index].id} style={{ height: ROW_PX }}>
                {rows[index].getAllCells().map((cell) => (
                  <td key={cell.id}>
                    <FlexRender cell={cell} />
                  </td>
                ))}
              </tr>
            ))}
            <tr style={{ height: after }} />
          </tbody>
        </table>
      </div>
    </>
  )
}

createRoot(document.getElementById('root')).render(<Table />)
