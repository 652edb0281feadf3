import { unwrap } from '../../result.ts'
import { type GroupRule, parseGroupRules } from './group-rules.ts'

/**
 * The groups of the post on the IO efficiency of RocksDB (23 October 2025), then those of the servers. A stack belongs
 * to the first matching rule, so engine functions come before the ones they call: libc, the kernel, the read.
 */
export const DEFAULT_RULES_TEXT = `!idle = leaf:*futex_abstimed_wait*; leaf:*futex_wait*; leaf:*pthread_cond_*wait*; leaf:*epoll_wait*; leaf:*io_getevents*; leaf:*sigtimedwait*; leaf:*clock_nanosleep*; leaf:__poll; leaf:__GI___poll; leaf:poll; leaf:(idle); LinuxAIOHandler::collect
bloom = *FullFilterKeyMayMatch*; *FullFilterBlockReader::*; *BloomBits*
checksm = *VerifyBlockChecksum*; *ComputeBuiltinChecksum*; XXH3_*; *crc32c*; *pg_checksum_page*; buf_page_is_corrupted*
IBI:Sk = *IndexBlockIter::SeekImpl*
DBI:Sk = *DataBlockIter::SeekImpl*
LRU = *LRUCacheShard*; *LRUHandleTable*; *ClockCacheShard*; buf_LRU_*
BSI = *BinarySearchIndexReader::NewIterator*
compress = ZSTD_*; LZ4_*; *snappy::*; deflate; inflate; *pglz_*
locks = *LWLock*; *s_lock*; *perform_spin_delay*; *ssux_lock*; *rw_lock_*; *TTASEventMutex*; *lock_rec_*; *MDL_*; LockAcquire*; LockRelease*
log = XLog*; xlog*; *log_write*; *log_buffer*; mtr_t::commit*; *MYSQL_BIN_LOG*; *WriteAheadLog*
buffers = ReadBuffer*; PinBuffer*; UnpinBuffer*; ReleaseBuffer*; BufTable*; StartReadBuffer*; buf_page_get*; buf_flush_*
index = _bt_*; btgettuple; btinsert; btr_*; page_cur_*
vacuum and prune = heap_page_prune*; vacuum_*; lazy_*; *purge*
parse and plan = *parse_sql*; *MYSQLparse*; raw_parser*; *pg_plan_quer*; standard_planner*; JOIN::optimize*; GetCachedPlan*
client = secure_read*; secure_write*; socket_flush*; internal_flush*; pq_*; net_*; vio_*; Protocol::*
executor = Exec*; standard_Executor*; InitPlan; ha_*; row_search_mvcc*; JOIN::exec*
garbage collection = (garbage collector)
libc+k = [kernel*]; entry_SYSCALL*; do_syscall_64*; asm_*; __libc_p*; __libc_read*; __libc_write*; __libc_send*; __libc_recv*; __libc_malloc*; pthread_*; __pthread_*; __mem*; mem*_avx*; malloc*; _int_malloc*; _int_free*; free; cfree*; operator new*; operator delete*; libc.so*; libc-*; [libc*; [[vdso]]; [vdso]; clock_gettime*
File = *RandomAccessFileReader::Read*; *FilePrefetchBuffer*; *PosixRandomAccessFile*`

export const DEFAULT_RULES: readonly GroupRule[] = unwrap(parseGroupRules(DEFAULT_RULES_TEXT))
