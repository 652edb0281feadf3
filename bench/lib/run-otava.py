"""Change points of series by apache-otava: reads [[value, ...], ...] from stdin, writes {"cuts", "ms"}; window 50, p 0.001."""

import json
import sys
import time

from otava.analysis import compute_change_points

series = json.load(sys.stdin)
compute_change_points(list(series[0]), window_len=50, max_pvalue=0.001)
began = time.perf_counter()
cuts = [[int(c.index) for c in compute_change_points(list(s), window_len=50, max_pvalue=0.001)[0]] for s in series]
json.dump({"cuts": cuts, "ms": (time.perf_counter() - began) * 1000}, sys.stdout)
