#pragma once

#include <stddef.h>
#include <stdint.h>

/// libFuzzer's own mutations (compiler-rt, FuzzerInterface.h): changes at most `capacity` bytes in place, of which the first
/// `count` are the input, and returns how many bytes the result has.
size_t LLVMFuzzerMutate(uint8_t *data, size_t count, size_t capacity);
