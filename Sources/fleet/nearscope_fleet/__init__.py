"""Rows of many captures: runs `nearscope export` in the executors of Apache Spark and writes Parquet."""

__version__ = "0.1.0"
